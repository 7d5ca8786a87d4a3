# Reads lines "WHO config=W1 threads=1 ms_per_step_median=… rss_mb=…" and prints the medians of each
# kind of run, and how much faster and smaller horloge is, beside the goals. Needs median.awk.

function field(name,   i) {
  for (i = 2; i <= NF; ++i)
    if (index($i, name "=") == 1) return substr($i, length(name) + 2) + 0
}

{
  split($2, config, "="); split($3, threads, "=")
  job = config[2] " " threads[2]
  if (!(job in seen)) { seen[job] = 1; jobs[++job_count] = job }
  key = job " " $1
  ++count[key]
  ms[key, count[key]] = field("ms_per_step_median")
  mb[key, count[key]] = field("rss_mb")
}

END {
  split("4 1.7 1.3", faster1); split("4 2 1.4", faster2); split("0.1 0.333 0.667", smaller)
  print "milliseconds per step; peak memory in MB; goals in brackets"
  printf "%-4s %-7s %9s %9s %9s %15s %7s %7s %15s\n", "", "threads", "horloge", "installed",
         "tuned", "times faster", "MB", "tuned", "of its memory"
  for (i = 1; i <= job_count; ++i) {
    job = jobs[i]; split(job, part, " "); w = substr(part[1], 2)
    ours = median(ms, job " horloge"); theirs = median(ms, job " tuned")
    our_mb = median(mb, job " horloge"); their_mb = median(mb, job " tuned")
    printf "%-4s %-7s %9.3f %9.3f %9.3f %7.2f (%5.2f) %7.1f %7.1f %7.3f (%5.3f)\n", part[1], part[2],
           ours, median(ms, job " installed"), theirs, theirs / ours,
           part[2] == 1 ? faster1[w] : faster2[w], our_mb, their_mb, our_mb / their_mb, smaller[w]
  }
}
