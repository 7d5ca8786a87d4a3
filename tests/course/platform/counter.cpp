// A library that remembers how often it was called.

extern "C" int count_calls() {
  static int calls = 0;
  return ++calls;
}
