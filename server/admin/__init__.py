"""What those who run a server do: `jantaku admin` on one side, the running server on the other."""
