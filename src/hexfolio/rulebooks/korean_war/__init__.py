"""Korean War Battles: what both books share; `dg` and `train` hold what each of them says for itself."""
