import { eraseUser, exportMyData, ContentError, readDataExport, userId } from '@content-service/domain'
import { receive } from '../body.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { createShape } from '../shape.ts'
import { exportSchema, erasureBody } from './personal-data-schemas.ts'

const { present } = createShape(exportSchema)

export const getExport: RestHandler = async (request, context) => {
  parametersOf(request.query, NO_PARAMETERS)
  const newest = await readDataExport(context)
  if (newest === null) throw new ContentError('NOT_FOUND', 'You have not requested an export yet.')
  return json(200, present(newest), NO_STORE)
}

export const postExport: RestHandler = async (_request, context) =>
  json(202, present(await exportMyData(context)), NO_STORE)

/** A POST, because the content of a DELETE may be dropped on its way (RFC 9110 §9.3.5). */
export const postErasure: RestHandler = async (request, context, { id = '' }) => {
  const body = receive(request, erasureBody)
  await eraseUser(context, userId(id), {
    password: () => body.value().password,
    precondition: () => void body.value(),
  })
  return empty(202)
}
