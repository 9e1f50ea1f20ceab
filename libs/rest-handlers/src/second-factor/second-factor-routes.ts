import { createdSecret, nothing, told } from '../answers.ts'
import type { Route } from '../route.ts'
import { userNumber } from '../users/user-schemas.ts'
import {
  getSecondFactor,
  postConfirmation,
  postRecoveryCodes,
  postRemoval,
  postSecondFactor,
  removeAnothers,
} from './second-factor-handlers.ts'
import {
  confirmationBody,
  enablingBody,
  newSecondFactorSchema,
  proofBody,
  recoveryCodesSchema,
  secondFactorSchema,
} from './second-factor-schemas.ts'

const tag = 'Own account'

export const secondFactorRoutes: readonly Route[] = [
  {
    path: '/api/me/second-factor',
    tag,
    methods: {
      GET: {
        handler: getSecondFactor,
        operation: 'secondFactor',
        summary: 'Tell whether the second factor is on',
        access: 'signed in',
        answers: [told(secondFactorSchema, 'How it stands.')],
      },
      POST: {
        handler: postSecondFactor,
        operation: 'enableSecondFactor',
        summary: 'Begin with a second factor',
        description: 'It is off until a code of the app has been confirmed.',
        access: 'users:write',
        body: enablingBody,
        answers: [createdSecret(newSecondFactorSchema, 'What the app needs to know.')],
      },
    },
  },
  {
    path: '/api/me/second-factor/confirmation',
    tag,
    methods: {
      POST: {
        handler: postConfirmation,
        operation: 'confirmSecondFactor',
        summary: 'Switch the second factor on',
        access: 'users:write',
        body: confirmationBody,
        answers: [told(recoveryCodesSchema, 'It is on; these are the recovery codes.')],
      },
    },
  },
  {
    path: '/api/me/second-factor/recovery-codes',
    tag,
    methods: {
      POST: {
        handler: postRecoveryCodes,
        operation: 'renewRecoveryCodes',
        summary: 'Get new recovery codes',
        access: 'users:write',
        body: proofBody,
        answers: [createdSecret(recoveryCodesSchema, 'The new ones; the earlier ones are void.')],
      },
    },
  },
  {
    path: '/api/me/second-factor/removal',
    tag,
    methods: {
      POST: {
        handler: postRemoval,
        operation: 'disableSecondFactor',
        summary: 'Switch the second factor off',
        access: 'users:write',
        body: proofBody,
        answers: [nothing('It is off.')],
      },
    },
  },
  {
    path: '/api/users/:id/second-factor',
    variables: { id: userNumber },
    tag: 'Users',
    methods: {
      DELETE: {
        handler: removeAnothers,
        operation: 'removeSecondFactor',
        summary: 'Switch a user’s second factor off',
        description: 'For who has lost the app and the recovery codes.',
        access: 'users:write',
        answers: [nothing('It is off.')],
      },
    },
  },
]
