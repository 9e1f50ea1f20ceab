import { memoize } from '../rules/memoize.ts'
import type { ContentModel } from './content-model.ts'

/** A function of the model that computes its result once for each model. */
export const perModel = <Made>(make: (model: ContentModel) => Made): ((model: ContentModel) => Made) =>
  memoize(make)
