import type { Body } from '../api/client.ts'
import type { ContentType } from '../api/model.ts'

/** What a page shows of a record besides its fields. */
export interface PanelProps {
  readonly type: ContentType
  readonly body: Body
}
