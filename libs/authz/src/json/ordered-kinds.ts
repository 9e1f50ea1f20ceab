import { listFunctions } from '../engine/conditions/text-function.ts'
import { day, numeric } from '../ordered/index.ts'

/** The kinds of texts with an order, by the names that conditions have in `by`. */
export const ORDERED_KINDS = listFunctions([numeric, day])
