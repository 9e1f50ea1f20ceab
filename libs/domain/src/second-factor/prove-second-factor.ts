import { describeAccount } from '../mails/name-in-mail.ts'
import type { Context, Stores } from '../context/context.ts'
import { RateLimited } from '../rules/errors.ts'
import type { NewMail } from '../mails/mail-store.ts'
import type { Mail } from '../mails/mailer.ts'
import type { User } from '../users/user.ts'
import { judgeCode, type CodeVerdict } from './judge-code.ts'
import { isEnabled, type EnabledSecondFactor, type SecondFactor } from './second-factor.ts'
import type { TotpVerifier } from './second-factor-store.ts'

/** The input of `proveSecondFactor`. */
export interface CodeProof {
  readonly stores: Pick<Stores, 'withMails'>
  readonly codes: TotpVerifier
  readonly mailEncryption: Context['mailEncryption']
  readonly baseUrl: string
  readonly now: Date
}

type Owner = Pick<User, 'id' | 'name' | 'username' | 'email'>

const createWrongCodesMail = (owner: Owner, baseUrl: string): Mail => ({
  to: owner.email,
  subject: 'Wrong codes for your account',
  text: `Hello,

somebody gave the right password of your account at ${baseUrl}, and then several wrong codes of your second factor. The next code has to wait.

If it was not you, somebody knows your password: set a new password at ${baseUrl}/account/password-reset.

${describeAccount(owner)}
`,
})

const tooManyWrongCodes = (seconds: number): RateLimited =>
  new RateLimited(`There were too many wrong codes. Try again in ${seconds} seconds.`, seconds)

/**
 * Uses up a code of the user's app or a recovery code, and stores the factor that `change` returns. False if the code
 * is wrong or used, or if the user has no enabled second factor. Every sign-in and every operation checks codes here,
 * so that all processes count the wrong codes of an account together (C12.13).
 * @throws RateLimited before it checks the code.
 */
export const proveSecondFactor = async (
  owner: Owner,
  code: string,
  proof: CodeProof,
  change: (used: EnabledSecondFactor) => SecondFactor | null = (used) => used,
): Promise<boolean> => {
  const verdicts: CodeVerdict[] = []
  const sent: NewMail[] = []
  await proof.stores.withMails(sent).secondFactors.change(owner.id, (current) => {
    if (!isEnabled(current)) return current
    const verdict = judgeCode(current, code, proof)
    verdicts.push(verdict)
    if (verdict.kind === 'wrong' && verdict.isToldToOwner)
      sent.push(proof.mailEncryption.seal(createWrongCodesMail(owner, proof.baseUrl), 'notice'))
    if (verdict.kind === 'waiting') return current
    return verdict.kind === 'right' ? change(verdict.factor) : verdict.factor
  })
  const [verdict] = verdicts
  if (verdict?.kind === 'waiting') throw tooManyWrongCodes(verdict.seconds)
  return verdict?.kind === 'right'
}
