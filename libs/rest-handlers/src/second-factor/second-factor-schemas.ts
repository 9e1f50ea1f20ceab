import { Type } from 'typebox'
import { givenPassword as password } from '../accounts/account-schemas.ts'
import { createBody } from '../requests/body.ts'
import { integerSchema, nullableTimestampSchema, objectSchema, textSchema } from '../schemas/schema-terms.ts'

const appCode = textSchema(64, 'A six-digit code of the app.', { examples: ['123456'] })
const code = textSchema(64, 'A six-digit code of the app, or a recovery code.', { examples: ['123456'] })

export const secondFactorSchema = objectSchema(
  {
    title: 'SecondFactor',
    description: 'The second factor of the account: a code that you enter in addition to the password.',
  },
  {
    enabled: Type.Boolean({ description: 'Whether you need a code to sign in.' }),
    enabledAt: nullableTimestampSchema(
      'The time at which you turned on the second factor; null while it is off.',
    ),
    recoveryCodesLeft: integerSchema(0, 10, 'The number of unused recovery codes.'),
  },
)

export const newSecondFactorSchema = objectSchema(
  {
    title: 'NewSecondFactor',
    description: 'The secret for the authenticator app. Store it now: no later response shows it.',
  },
  {
    secret: textSchema(128, 'The secret in base32, which you type into the authenticator app.'),
    uri: textSchema(2_048, 'The secret as an otpauth URL. Show it to the authenticator app as a QR code.', {
      format: 'uri',
    }),
  },
)

export const recoveryCodesSchema = objectSchema(
  {
    title: 'RecoveryCodes',
    description:
      'Recovery codes for a user who has lost the app. Store them now: no later response shows them.',
  },
  {
    recoveryCodes: Type.Array(textSchema(64, 'A recovery code. It works once.'), {
      maxItems: 10,
      description: 'The recovery codes. Each code works once.',
    }),
  },
)

export const enablingBody = createBody(
  { title: 'SecondFactorEnabling', description: 'The password of the user.' },
  { password },
)
export const confirmationBody = createBody(
  {
    title: 'SecondFactorConfirmation',
    description: 'A code, to prove that the app has the secret.',
  },
  { code: appCode },
)
export const proofBody = createBody(
  { title: 'SecondFactorProof', description: 'The password and a code of the user.' },
  { password, code },
)
