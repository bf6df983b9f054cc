"""One module a step, in order; a step, once released, is never changed."""
