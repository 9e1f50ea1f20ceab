import { countedAuditLog, type Row } from '@content-service/domain'
import type { RestHandler } from '../http.ts'
import { answerPage, COUNT_LIMIT, pageFrom, pageParameters, parametersOf } from '../paging.ts'
import { PERSON, presentPerson, timeOrNull } from '../present.ts'

const WHOLE_ENTRY = {
  fields: [
    'id',
    'at',
    'credential',
    'action',
    'resource',
    'resourceId',
    'decision',
    'address',
    'requestId',
    'field',
    'reason',
    'moreRefused',
  ],
  related: [{ as: 'actor', relation: 'actor', select: PERSON }],
}

/** An allow-list. */
const presentEntry = (row: Row) => ({
  id: row['id'],
  at: timeOrNull(row['at']),
  actor: row['actor'] === null ? null : presentPerson(row['actor'] as Row),
  credential: row['credential'],
  action: row['action'],
  resource: row['resource'],
  resourceId: row['resourceId'],
  decision: row['decision'],
  address: row['address'],
  requestId: row['requestId'],
  field: row['field'],
  reason: row['reason'],
  moreRefused: row['moreRefused'],
})

/** C12.2. */
export const getAuditLog: RestHandler = async (request, context) => {
  const given = pageFrom(parametersOf(request.query, pageParameters))
  const { rows, total } = await countedAuditLog(context, given.window, WHOLE_ENTRY, COUNT_LIMIT + 1)
  return answerPage(request, given, { shown: rows.map(presentEntry), total })
}
