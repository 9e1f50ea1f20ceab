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
        summary: 'Get the state of your second factor',
        access: 'signed in',
        answers: [told(secondFactorSchema, 'The state of the second factor.')],
      },
      POST: {
        handler: postSecondFactor,
        operation: 'enableSecondFactor',
        summary: 'Create a secret for a second factor',
        description: 'The second factor stays off until you confirm a code of the app.',
        access: 'users:write',
        body: enablingBody,
        answers: [createdSecret(newSecondFactorSchema, 'The secret for the app.')],
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
        summary: 'Turn on the second factor',
        access: 'users:write',
        body: confirmationBody,
        answers: [
          told(recoveryCodesSchema, 'The second factor is on. The response contains the recovery codes.'),
        ],
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
        summary: 'Create new recovery codes',
        access: 'users:write',
        body: proofBody,
        answers: [
          createdSecret(recoveryCodesSchema, 'The new recovery codes. The old recovery codes stop working.'),
        ],
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
        summary: 'Turn off the second factor',
        access: 'users:write',
        body: proofBody,
        answers: [nothing('The second factor is off.')],
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
        summary: 'Turn off the second factor of a user',
        description: 'For a user who has lost the app and the recovery codes.',
        access: 'users:write',
        answers: [nothing('The second factor is off.')],
      },
    },
  },
]
