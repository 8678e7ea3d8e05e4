/* Prints the layout of the structs, for a comparison with the snapshot in layout.txt: a field that
 * moved would break programs that exist. */

#include <stdio.h>

#include "bayplan/bayplan_unstable.h"

int main(void) {
  bayplan_bytes* layout = NULL;
  if (bayplan_abi_layout(&layout) != NULL) return 1;
  const bayplan_str text = bayplan_bytes_view(layout);
  fwrite(text.data, 1, text.len, stdout);
  bayplan_bytes_destroy(layout);
  return 0;
}
