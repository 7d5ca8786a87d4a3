# Reads lines "peer=WHO NAME=VALUE…" of horloge and its peers, says where they do not compute the same, and prints
# the medians of each kind of run side by side, as Markdown. Needs median.awk.

function value(name,   i) {
  for (i = 1; i <= NF; ++i)
    if (index($i, name "=") == 1) return substr($i, length(name) + 2)
  return ""
}

function keep(who, name,   key) {
  if (value(name) == "") return
  key = job " " who " " name
  number[key, ++count[key]] = value(name) + 0
}

function middle(who, name) { return median(number, job " " who " " name) }

# What both print of their results, to four digits and a half.
function compare_results(name,   theirs) {
  if (value(name) == "") return
  if (!((job, name) in result)) result[job, name] = value(name)
  theirs = result[job, name]
  if (value(name) - theirs > 5e-5 * theirs || theirs - value(name) > 5e-5 * theirs)
    differ[job] = name " " theirs " and " value(name)
}

{
  job = value("config") value("kind") value("size") value("start") " | " value("length") value("weights") " | " value("threads")
  if (!(job in seen)) { seen[job] = 1; jobs[++job_count] = job }
  who = value("peer") == "horloge" ? "ours" : value("peer") == "memory" ? "memory" : "theirs"
  split("ms_per_step_median forward_ms both_ms rss_mb tokens_per_second bytes bandwidth seconds", names, " ")
  for (i in names) keep(who, names[i])
  split("loss_first loss_last y dq dk dv", names, " ")
  for (i in names) compare_results(names[i])
  if (value("writes") != "") differ[job] = "tokens"
}

function times(name) { return sprintf("%.4g | %.4g | %.2f", middle("ours", name), middle("theirs", name), middle("theirs", name) / middle("ours", name)) }
function memory() { return sprintf("%.0f | %.2f", middle("ours", "rss_mb"), middle("ours", "rss_mb") / middle("theirs", "rss_mb")) }
function has(name) { return (job " ours " name) in count }

END {
  for (i = 1; i <= job_count; ++i) {
    job = jobs[i]
    if (has("ms_per_step_median")) line = times("ms_per_step_median") " | " memory()
    else if (has("forward_ms")) line = times("forward_ms") " | " times("both_ms") " | " memory()
    else if (has("tokens_per_second")) line = sprintf("%.4g | %.4g | %.2f | %.0f %%", middle("ours", "tokens_per_second"), middle("theirs", "tokens_per_second"), middle("ours", "tokens_per_second") / middle("theirs", "tokens_per_second"), 100 * middle("ours", "tokens_per_second") * middle("memory", "bytes") / middle("memory", "bandwidth"))
    else if (has("seconds")) line = times("seconds")
    else line = ""
    if (line != "") print "| " job " | " line " |"
  }
  for (job in differ) print "compare: not the same at " job ": " differ[job] | "cat >&2"
  for (job in differ) exit 1
}
