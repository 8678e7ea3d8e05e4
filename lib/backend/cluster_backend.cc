// The trait is a header; this file makes sure that the header stands on its own.
#include "bayplan/backend/cluster_backend.h"
