import { Type } from 'typebox'
import { givenPassword as password } from '../accounts/account-schemas.ts'
import { bodyType } from '../body.ts'
import { closed, integerFrom, nullableTimestamp, textUpTo } from '../schema-terms.ts'

const appCode = textUpTo(64, 'Six digits of the app.', { examples: ['123456'] })
const code = textUpTo(64, 'Six digits of the app, or a recovery code.', { examples: ['123456'] })

export const secondFactorSchema = Type.Object(
  {
    enabled: Type.Boolean({ description: 'Whether a code is asked for.' }),
    enabledAt: nullableTimestamp('Since when it is on.'),
    recoveryCodesLeft: integerFrom(0, 10, 'How many recovery codes are unused.'),
  },
  { ...closed, title: 'SecondFactor', description: 'What is asked for beside the password.' },
)

export const newSecondFactorSchema = Type.Object(
  {
    secret: textUpTo(128, 'For an app that takes it by hand, in base32.'),
    uri: textUpTo(2_048, 'For an app that takes it by a QR code (otpauth).', { format: 'uri' }),
  },
  { ...closed, title: 'NewSecondFactor', description: 'For the app. Shown this once.' },
)

export const recoveryCodesSchema = Type.Object(
  {
    recoveryCodes: Type.Array(textUpTo(64, 'Works once.'), {
      maxItems: 10,
      description: 'Each works once.',
    }),
  },
  { ...closed, title: 'RecoveryCodes', description: 'For who has lost the app. Shown this once.' },
)

export const enablingBody = bodyType(
  Type.Object(
    { password },
    { ...closed, title: 'SecondFactorEnabling', description: 'Proves that it is the user.' },
  ),
)
export const confirmationBody = bodyType(
  Type.Object(
    { code: appCode },
    { ...closed, title: 'SecondFactorConfirmation', description: 'Proves that the app has the secret.' },
  ),
)
export const proofBody = bodyType(
  Type.Object(
    { password, code },
    { ...closed, title: 'SecondFactorProof', description: 'Proves that it is the user.' },
  ),
)
