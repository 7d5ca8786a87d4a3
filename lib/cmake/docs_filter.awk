# What Doxygen reads instead of a file: indented lines of a comment (shapes, formulas, tables) keep their
# form, and the comment that opens a file documents it. In README.md, links to files become references to
# their pages, and those to what has no page become text. Lines stay where they are.

function flush_line() {
  if (!held) return
  print in_block && !next_is_block ? line " @endcode" : line
}

# The comment at the top, `// …` before any declaration, and the blank line behind it.
function as_file_comment(text) {
  if (opening == "done") return text
  if (text ~ /^\/\/( |$)/) {
    opening = "begun"
    return "/" text
  }
  if (opening == "begun") {
    opening = "done"
    return text == "" ? "/// @file" : text
  }
  if (text !~ /^(#|$)/) opening = "done"
  return text
}

function with_references(text,    link, name, target, done) {
  while (match(text, /\[[^][]+\]\([^() ]+\)/)) {
    link = substr(text, RSTART + 1, RLENGTH - 2)
    name = target = link
    sub(/\]\(.*/, "", name)
    sub(/.*\]\(/, "", target)
    if (target ~ /\.(h|cpp)$/) link = "@ref " target " \"" name "\""
    else link = name
    done = done substr(text, 1, RSTART - 1) link
    text = substr(text, RSTART + RLENGTH)
  }
  return done text
}

FILENAME ~ /\.md$/ {
  print with_references($0)
  next
}

{
  text = as_file_comment($0)
  next_is_block = text ~ /^ *\/\/\/   +[^ ]/
  flush_line()
  if (!next_is_block && text ~ /\/\/\//) gsub(/\\/, "&&", text)  # a backslash is a backslash
  if (next_is_block) sub(/\/\/\/   /, in_block ? "///  " : "/// @code{.unparsed}", text)
  in_block = next_is_block
  line = text
  held = 1
}

END {
  next_is_block = 0
  flush_line()
}
