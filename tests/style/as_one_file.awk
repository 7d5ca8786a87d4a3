# Writes one C++ file that holds all .cpp files given, so that a tool reads their headers only once:
#   awk -f as_one_file.awk HEADER… SOURCE…
# Their includes come first; each source then follows a line `// source: PATH`, line by line. A name that
# two sources keep to themselves, or that a header declares too, is renamed within its source. Names
# stand where clang-format puts them: in column 0, within `namespace {`.

FNR == 1 {
  is_header = FILENAME ~ /\.h$/
  if (is_header) headers[FILENAME]
  else sources[++count] = FILENAME
  folder = FILENAME
  sub(/[^\/]*$/, "", folder)
  listens = is_header
  conditions = 0
}

/^#if/ { ++conditions }
/^#endif/ { --conditions }

# An include that depends on something stays where it is.
/^#include/ && !is_header && !conditions {
  what = $2
  beside = folder substr(what, 2, length(what) - 2)
  if (what ~ /^"/ && beside in headers) what = "\"" beside "\""
  text[FILENAME] = text[FILENAME] "\n"
  if (what in included) next
  included[what]
  if (what ~ /^"horloge/) library = library "#include " what "\n"
  else others = others "#include " what "\n"
  next
}

!is_header { text[FILENAME] = text[FILENAME] $0 "\n" }

/^namespace \{/ { listens = 1; next }
/^}  \/\/ namespace$/ { listens = 0; next }
/^int main\(/ { declare("main", "main"); next }
!listens || !/^[A-Za-z[]/ || /^(namespace|template|static_assert|extern|using namespace|TEST)/ { next }
{ sub(/^\[\[[a-z]*\]\] /, "") }

# The same name for the same type may stand in many files.
/^using / {
  if ($3 == "=" && $0 !~ ("::" $2 ";$")) declare($2, $2)
  next
}

/^(struct|class|enum) / {
  name = $2 == "class" ? $3 : $2
  gsub(/[^A-Za-z_0-9]/, "", name)
  declare(name, name)
  next
}

# Functions with another first argument are overloads; those of a header are there to be called.
match($0, /^[^=(]*[A-Za-z_0-9]\(/) {
  if (is_header) next
  name = substr($0, 1, RLENGTH - 1)
  first_argument = substr($0, RLENGTH + 1)
  sub(/.*[^A-Za-z_0-9]/, "", name)
  sub(/[,)].*/, "", first_argument)
  sub(/ ?[a-z_0-9]*$/, "", first_argument)  # its name
  declare(name, name "(" first_argument)
  next
}

{
  sub(/ = .*/, "")
  sub(/[{;[].*/, "")
  if (match($0, /[A-Za-z_0-9]+$/)) declare(substr($0, RSTART), substr($0, RSTART))
}

function declare(name, signature) {
  if ((FILENAME, signature) in seen) return
  seen[FILENAME, signature]
  ++uses[signature]
  if (!is_header) own[FILENAME] = own[FILENAME] name "\t" signature "\n"
}

END {
  printf "#include \"horloge/core/array.h\"\n%s%s", library, others
  for (i = 1; i <= count; ++i) {
    undo = ""
    n = split(own[sources[i]], lines, "\n")
    for (j = 1; j < n; ++j) {
      split(lines[j], pair, "\t")
      if (uses[pair[2]] < 2) continue
      print "#define " pair[1] " " pair[1] "_of_file_" i
      undo = undo "#undef " pair[1] "\n"
    }
    printf "// source: %s\n%s// end of source\n%s", sources[i], text[sources[i]], undo
  }
}
