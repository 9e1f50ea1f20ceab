import { onceFor } from '../rules/once-for.ts'
import type { ContentModel } from './content-model.ts'

/** A function of the model that computes its result once for each model. */
export const perModel = <Made>(make: (model: ContentModel) => Made): ((model: ContentModel) => Made) =>
  onceFor(make)
