"""The designer's edition of Korean War Battles (kwb-train), chapter by chapter."""
