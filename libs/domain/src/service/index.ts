export { type ActionResult, MOST_BULK_IDS, runBulkAction } from './bulk-action.ts'
export type { BuiltInCollection, Records } from './built-in-collections.ts'
export { DEFAULT_SETTINGS } from './create-context.ts'
export {
  BUILT_IN_OPERATIONS,
  type BuiltInOperation,
  type DeclaredOperation,
  findOperation,
  type InputOf,
  listOperations,
  showsSecret,
} from './operations.ts'
