# Reads lines "peer=WHO size=toy threads=1 NAME=NUMBER…" and prints the medians for each size and number
# of threads, and how much faster than run.c that is, beside the goals. Needs median.awk.

function field(name,   i) {
  for (i = 1; i <= NF; ++i)
    if (index($i, name "=") == 1) return substr($i, length(name) + 2)
  return ""
}

function keep(name,   key) {
  if (field(name) == "") return
  key = job " " name
  number[key, ++count[key]] = field(name) + 0
}

function middle_of(name) { return median(number, job " " name) }

{
  # run.c always has one thread; it belongs to the run of horloge before it.
  if (field("peer") != "run.c") job = field("size") " " field("threads")
  if (!(job in seen)) { seen[job] = 1; jobs[++job_count] = job }
  if (field("peer") == "run.c") $0 = "run_c=" field("tokens_per_second")
  keep("tokens_per_second"); keep("run_c"); keep("bytes"); keep("bandwidth")
  keep("at_once"); keep("one_by_one")
}

END {
  goal["toy 1"] = "1.0"; goal["middle 1"] = goal["gpt2 1"] = "1.5"
  print "tokens a second; goals in brackets"
  printf "%-7s %-7s %9s %9s %16s %14s %15s %15s\n", "", "threads", "horloge", "run.c", "times faster",
         "of the memory", "a text of 256", "times faster"
  for (i = 1; i <= job_count; ++i) {
    job = jobs[i]; split(job, part, " ")
    ours = middle_of("tokens_per_second"); theirs = middle_of("run_c")
    printf "%-7s %-7s %9.1f %9.1f %9.2f %6s %8.0f %% %4s %15.0f %9.1f %5s\n", part[1], part[2], ours,
           theirs, ours / theirs, job in goal ? "(" goal[job] ")" : "",
           100 * ours * middle_of("bytes") / middle_of("bandwidth"), job == "gpt2 1" ? "(70)" : "",
           middle_of("at_once"), middle_of("at_once") / middle_of("one_by_one"), "(5)"
  }
}
