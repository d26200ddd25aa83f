"""The look of the table. Begin with `view`: the scene and its hooks. No rule imports anything here."""
