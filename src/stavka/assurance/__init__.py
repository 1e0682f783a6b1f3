"""How we know that the rules are right: situations, the ledger of rules, invariants, watches. docs/situations.md."""
