import type { ContentModel } from './content-model.ts'

/** A function of the model that computes its result once for each model. */
export const perModel = <Made>(make: (model: ContentModel) => Made): ((model: ContentModel) => Made) => {
  const made = new WeakMap<ContentModel, { readonly value: Made }>()
  return (model) => {
    const kept = made.get(model)
    if (kept) return kept.value
    const value = make(model)
    made.set(model, { value })
    return value
  }
}
