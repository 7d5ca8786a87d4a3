// What the library asks of PCRE2, answered by the browser's own regular
// expressions. Those of tokenizers mean the same there, but for a few white
// spaces that hardly occur, and possessive quantifiers, which are refused.

#define PCRE2_CODE_UNIT_WIDTH 8  // the header asks for it
#include <pcre2.h>

#include <algorithm>
#include <cstring>

// patterns.js has these.
extern "C" {
int pattern_compile(const char* pattern, int size);
int pattern_match(int id, const char* text, int size, int from,
                  PCRE2_SIZE* found);
void pattern_free(int id);
}

struct pcre2_real_code_8 {
  int id;
};
struct pcre2_real_match_data_8 {
  PCRE2_SIZE found[2];
};
struct pcre2_real_match_context_8 {};

extern "C" {

pcre2_code* pcre2_compile(PCRE2_SPTR pattern, PCRE2_SIZE size, uint32_t,
                          int* error, PCRE2_SIZE* where,
                          pcre2_compile_context*) {
  const int id = pattern_compile(reinterpret_cast<const char*>(pattern),
                                 static_cast<int>(size));
  if (id != 0) return new pcre2_code{id};
  *error = PCRE2_ERROR_BADDATA;
  *where = 0;
  return nullptr;
}

void pcre2_code_free(pcre2_code* code) {
  if (code == nullptr) return;
  pattern_free(code->id);
  delete code;
}

int pcre2_jit_compile(pcre2_code*, uint32_t) { return 0; }

pcre2_match_data* pcre2_match_data_create(uint32_t, pcre2_general_context*) {
  return new pcre2_match_data{};
}

void pcre2_match_data_free(pcre2_match_data* data) { delete data; }

pcre2_match_context* pcre2_match_context_create(pcre2_general_context*) {
  return new pcre2_match_context{};
}

void pcre2_match_context_free(pcre2_match_context* context) { delete context; }

int pcre2_set_match_limit(pcre2_match_context*, uint32_t) { return 0; }

// The browser bounds neither; its pages read files that the reader chose.
int pcre2_set_heap_limit(pcre2_match_context*, uint32_t) { return 0; }

int pcre2_set_callout(pcre2_match_context*,
                      int (*)(pcre2_callout_block*, void*), void*) {
  return 0;
}

int pcre2_match(const pcre2_code* code, PCRE2_SPTR text, PCRE2_SIZE size,
                PCRE2_SIZE from, uint32_t, pcre2_match_data* data,
                pcre2_match_context*) {
  const bool found = pattern_match(
      code->id, reinterpret_cast<const char*>(text), static_cast<int>(size),
      static_cast<int>(from), data->found);
  return found ? 1 : PCRE2_ERROR_NOMATCH;
}

PCRE2_SIZE* pcre2_get_ovector_pointer(pcre2_match_data* data) {
  return data->found;
}

int pcre2_get_error_message(int, PCRE2_UCHAR* to, PCRE2_SIZE size) {
  const char message[] = "this browser's regular expressions do not have it";
  const std::size_t length = std::min(sizeof message, size) - 1;
  std::memcpy(to, message, length);
  to[length] = 0;
  return static_cast<int>(length);
}

}  // extern "C"
