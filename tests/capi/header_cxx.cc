// Compiles: the headers are C++11, too.
#include "bayplan/bayplan_unstable.h"

bayplan_facts HeaderTestFacts();
bayplan_facts HeaderTestFacts() {
  bayplan_facts facts = BAYPLAN_FACTS_INIT;
  return facts;
}
