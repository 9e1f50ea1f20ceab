import type { ContentError, Context, Row } from '@content-service/domain'
import { noteRefusal } from '@content-service/domain/internal/audit'

/** Notes the refusal of a relation for the audit log (C12.17). `field` is a name such as `Article.owner`. */
export const noteRefusedRelation = (context: Context, refusal: ContentError, field: string): Promise<void> =>
  noteRefusal(context, refusal, { action: 'relatedRecord', field })

/** Notes the refusal of a value for the audit log: a hidden value is a refusal as well (C3.7). */
export const noteRefusedValue = (
  context: Context,
  error: unknown,
  { row, field }: { readonly row: Row; readonly field: string },
): Promise<void> => noteRefusal(context, error, { action: 'privateField', id: String(row['id']), field })
