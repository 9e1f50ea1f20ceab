export type { Connection, Counting } from './connection.ts'
export type { Signer } from './cursor.ts'
export {
  type ConnectionPage,
  createPage,
  createWindow,
  DEFAULT_LIMIT,
  MAX_LIMIT,
  MAX_OFFSET,
  SORT_DIRECTIONS,
  type SortDirection,
  type Window,
} from './page.ts'
export { OwnedEntries } from './owned-entries.ts'
export { PlanCache } from './plan-cache.ts'
export {
  type FilterPart,
  IN_PLACE,
  type KeptCount,
  type ListInput,
  ManyLinked,
  NEWEST,
  type Order,
  type PreparedQuery,
  type Query,
  type Reader,
  type ReferenceValues,
  type RelatedPage,
  type Tally,
  type Times,
} from './reading.ts'
export {
  type LargeResults,
  type LoadedRows,
  measureSize,
  ResponseBudget,
  responseHasNoRoom,
  responseTooLarge,
  SMALL_BYTES,
} from './response-budget.ts'
export {
  askFor,
  askForService,
  extendTransactions,
  findSender,
  RequestSender,
  type Sender,
  SharedSender,
} from './sender.ts'
export type { Sorting } from './sort-order.ts'
