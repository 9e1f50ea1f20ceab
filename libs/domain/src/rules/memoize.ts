/** A function that computes its result once for each key, such as a type or a model, and keeps it as long as the key. */
export const memoize = <Key extends object, Made>(make: (key: Key) => Made): ((key: Key) => Made) => {
  const made = new WeakMap<Key, { readonly value: Made }>()
  return (key) => {
    const kept = made.get(key)
    if (kept) return kept.value
    const value = make(key)
    made.set(key, { value })
    return value
  }
}
