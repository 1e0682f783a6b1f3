"""Evidence that the rules are right: situations, the ledger of rules, invariants, watches. See docs/situations.md."""
