/* Compiles: the headers are C99 and need nothing before them. */
#include "bayplan/bayplan_unstable.h"

bayplan_facts bayplan_header_test_facts(void);
bayplan_facts bayplan_header_test_facts(void) {
  bayplan_facts facts = BAYPLAN_FACTS_INIT;
  return facts;
}
