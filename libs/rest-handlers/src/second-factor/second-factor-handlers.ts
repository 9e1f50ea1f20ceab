import {
  authorizeSecondFactor,
  confirmSecondFactor,
  disableSecondFactor,
  enableSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  timestamp,
  userId,
} from '@content-service/domain'
import { receive } from '../body.ts'
import { empty, json, NO_STORE, type RestHandler } from '../http.ts'
import { NO_PARAMETERS, parametersOf } from '../paging.ts'
import { confirmationBody, enablingBody, proofBody } from './second-factor-schemas.ts'

export const getSecondFactor: RestHandler = async (request, context) => {
  parametersOf(request.query, NO_PARAMETERS)
  const { enabledAt, recoveryCodesLeft } = await readSecondFactor(context)
  return json(200, {
    enabled: enabledAt !== null,
    enabledAt: enabledAt && timestamp(enabledAt),
    recoveryCodesLeft,
  })
}

export const postSecondFactor: RestHandler = async (request, context) => {
  authorizeSecondFactor(context)
  return json(201, await enableSecondFactor(context, receive(request, enablingBody).value()), NO_STORE)
}

export const postConfirmation: RestHandler = async (request, context) => {
  authorizeSecondFactor(context)
  const { code } = receive(request, confirmationBody).value()
  return json(200, { recoveryCodes: await confirmSecondFactor(context, code) }, NO_STORE)
}

export const postRecoveryCodes: RestHandler = async (request, context) => {
  authorizeSecondFactor(context)
  const proof = receive(request, proofBody).value()
  return json(201, { recoveryCodes: await renewRecoveryCodes(context, proof) }, NO_STORE)
}

/** A POST, because the content of a DELETE may be dropped on its way (RFC 9110 §9.3.5). */
export const postRemoval: RestHandler = async (request, context) => {
  authorizeSecondFactor(context)
  await disableSecondFactor(context, receive(request, proofBody).value())
  return empty(204)
}

export const removeAnothers: RestHandler = async (_request, context, { id = '' }) => {
  await removeSecondFactor(context, userId(id))
  return empty(204)
}
