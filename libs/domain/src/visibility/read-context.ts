import type { PolicyContext, ShownRecord } from '../access/access.ts'
import type { ContentModel } from '../model/content-model.ts'
import type { Signer } from '../reading/cursor.ts'
import type { Reader } from '../reading/reading.ts'
import type { ReportingContext } from './computed-rows.ts'
import type { AskedList } from './lists/asked-list.ts'
import type { FilterLimits } from './lists/filter-limits.ts'

/** The caller, and the model whose policy decides. */
export interface ModelContext extends PolicyContext {
  readonly model: ContentModel
}

/** The caller of a read, and the signer of its cursors. */
export interface ReadContext extends ModelContext, ReportingContext {
  readonly cursors: Signer
  readonly settings: { readonly filterLimits: FilterLimits }
  /** The records that the response to a write shows (C12.16), while the service collects them. */
  readonly response?: ShownRecord[] | undefined
}

/** A read with the port that runs it. */
export interface ReaderContext extends ReadContext {
  /** Receives the filtered and ordered lists of each read. */
  readonly noteLists?: ((lists: readonly AskedList[]) => void) | undefined
  readonly stores: { readonly reader: Reader }
  readonly quota: { readonly charge: (requests: number) => Promise<void> }
  /** Runs reads that take long in their own share of the database connections. */
  readonly inShare: <Result>(work: () => Promise<Result>) => Promise<Result>
}
