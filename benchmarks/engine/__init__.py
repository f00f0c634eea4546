"""How strong, fast and true the engine is, beside players of others."""
