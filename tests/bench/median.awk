# For the scripts that compare: awk -f median.awk -f TABLE.awk

# The median of the numbers values[key, 1 .. count[key]].
function median(values, key,   n, i, j, sorted, swap) {
  n = count[key]
  for (i = 1; i <= n; ++i) {
    sorted[i] = values[key, i]
    for (j = i; j > 1 && sorted[j] < sorted[j - 1]; --j) {
      swap = sorted[j]; sorted[j] = sorted[j - 1]; sorted[j - 1] = swap
    }
  }
  return n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
}
