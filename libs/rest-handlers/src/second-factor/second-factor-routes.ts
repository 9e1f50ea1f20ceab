import { createdSecret, noContent, ok } from '../endpoints/answers.ts'
import { createRepresentation } from '../representations/representation.ts'
import { createAreaRoutes, type Route } from '../routing/route.ts'
import { declareEndpoint } from '../endpoints/declare-endpoint.ts'
import { userNumber } from '../users/user-schemas.ts'
import {
  confirmationBody,
  enablingBody,
  newSecondFactorSchema,
  proofBody,
  recoveryCodesSchema,
  secondFactorSchema,
} from './second-factor-schemas.ts'

const RECOVERY_CODES = createRepresentation(recoveryCodesSchema, {
  recoveryCodes: { reads: [], show: (codes) => codes },
})

const ownRoutes = createAreaRoutes({
  tag: 'Own account',
  endpoints: {
    'GET /api/me/second-factor': declareEndpoint('secondFactor', {
      summary: 'Get the state of your second factor',
      answer: ok(secondFactorSchema, 'The state of the second factor.'),
    }),
    'POST /api/me/second-factor': declareEndpoint('enableSecondFactor', {
      summary: 'Create a secret for a second factor',
      description: 'The second factor stays off until you confirm a code of the app.',
      body: enablingBody,
      answer: createdSecret(newSecondFactorSchema, 'The secret for the app.'),
    }),
    'POST /api/me/second-factor/confirmation': declareEndpoint('confirmSecondFactor', {
      summary: 'Turn on the second factor',
      body: confirmationBody,
      as: RECOVERY_CODES,
      answer: ok(recoveryCodesSchema, 'The second factor is on. The response contains the recovery codes.'),
    }),
    'POST /api/me/second-factor/recovery-codes': declareEndpoint('renewRecoveryCodes', {
      summary: 'Create new recovery codes',
      body: proofBody,
      as: RECOVERY_CODES,
      answer: createdSecret(
        recoveryCodesSchema,
        'The new recovery codes. The old recovery codes stop working.',
      ),
    }),
    // A POST, because the content of a DELETE may be dropped on its way (RFC 9110 §9.3.5).
    'POST /api/me/second-factor/removal': declareEndpoint('disableSecondFactor', {
      summary: 'Turn off the second factor',
      body: proofBody,
      answer: noContent('The second factor is off.'),
    }),
  },
})

export const secondFactorRoutes: readonly Route[] = [
  ...ownRoutes,
  ...createAreaRoutes({
    tag: 'Users',
    variables: { id: userNumber },
    endpoints: {
      'DELETE /api/users/:id/second-factor': declareEndpoint('removeSecondFactor', {
        summary: 'Turn off the second factor of a user',
        description: 'For a user who has lost the app and the recovery codes.',
        answer: noContent('The second factor is off.'),
      }),
    },
  }),
]
