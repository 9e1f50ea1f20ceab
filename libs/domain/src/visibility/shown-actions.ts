import { AVAILABLE_ACTIONS, listActionFields, listAvailable } from '../actions/record-action.ts'
import { OWN_DRAFT } from '../model/drafts/draft-type.ts'
import type { Collection } from '../model/collections.ts'
import type { Row, Selection } from '../reading/reading.ts'
import { listAllFacts } from './shown-records.ts'
import type { ModelContext, ReadContext } from './read-context.ts'

export const showsActions = ({ fields }: Pick<Selection, 'fields'>): boolean =>
  fields.includes(AVAILABLE_ACTIONS)

/** The fields of a row that decide what the caller may do to the record. */
export const listFieldsForActions = (
  context: Pick<ModelContext, 'model' | 'policy'>,
  of: Collection,
): readonly string[] => [...listAllFacts(context, of), ...listActionFields(context.model.actionsOf(of))]

/**
 * C12.8: adds the actions to a row whose fields no mask has changed yet, and removes the fields that only the actions
 * need: the caller need not be allowed to see them.
 */
export const addActions =
  (of: Collection, onlyForActions: ReadonlySet<string>) =>
  (context: ReadContext, row: Row): Row => ({
    ...Object.fromEntries(
      Object.entries(row).filter(([name]) => !onlyForActions.has(name) && name !== OWN_DRAFT),
    ),
    [AVAILABLE_ACTIONS]: listAvailable(context, context.model.actionsOf(of), row),
  })

/** C3.5: nobody can change the ghost. */
export const NO_ACTIONS: Row = { [AVAILABLE_ACTIONS]: [] }
