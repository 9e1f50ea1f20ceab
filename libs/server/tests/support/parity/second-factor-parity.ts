import { TOTP } from 'otpauth'
import { CAST_PASSWORD } from '../cast.ts'
import type { BothStyles, Parity } from './both-styles.ts'
import type { Newcomers } from './newcomers.ts'

const AT = '/api/me/second-factor'
const PASSWORD = { password: CAST_PASSWORD }
const PROOF = '($password: String!, $code: String!)'
const GIVEN = '(password: $password, code: $code)'

/** The steps of a second factor of a new user. */
export const secondFactorParity = ({ send, mutate }: BothStyles, { make, as }: Newcomers) => {
  /** For each new user: the secret of the app, and a recovery code. */
  const secrets = new Map<string, string>()
  const recovery = new Map<string, string>()
  const code = (id: string): string => new TOTP({ secret: secrets.get(id) ?? '' }).generate()
  const keep = (id: string, [first]: readonly string[]): string => {
    recovery.set(id, first ?? '')
    return id
  }
  const begin = async (id: string): Promise<string> => {
    secrets.set(id, (await as(id).rest('POST', AT, PASSWORD)).secret)
    return id
  }
  const confirm = async (id: string): Promise<string> =>
    keep(id, (await as(id).rest('POST', `${AT}/confirmation`, { code: code(id) })).recoveryCodes)
  const beginNew = async () => begin(await make())
  const confirmNew = async () => confirm(await beginNew())
  const proof = (id: string) => ({ ...PASSWORD, code: recovery.get(id) })
  const state = {
    inRest: async (id: string) => (await as(id).rest('GET', AT)).enabled,
    inGraphql: async (id: string) =>
      (await as(id).graphql('{ secondFactor { enabled } }')).secondFactor.enabled,
  }
  /** The test begins a second factor over one interface, and confirms it over the other. */
  const afterConfirming = {
    inRest: async (id: string) => {
      if (!(await state.inRest(id))) await confirm(id)
      return state.inRest(id)
    },
    inGraphql: async (id: string) => {
      const document = 'mutation ($code: String!) { confirmSecondFactor(code: $code) }'
      if (!(await state.inGraphql(id))) await as(id).graphql(document, { code: code(id) })
      return state.inGraphql(id)
    },
  }
  return {
    enableSecondFactor: {
      prepare: make,
      byRest: begin,
      byGraphql: async (id) => {
        const document =
          'mutation ($password: String!) { enableSecondFactor(password: $password) { secret } }'
        secrets.set(id, (await as(id).graphql(document, PASSWORD)).enableSecondFactor.secret)
        return id
      },
      ...afterConfirming,
      expected: true,
    },
    confirmSecondFactor: {
      prepare: beginNew,
      byRest: confirm,
      byGraphql: async (id) => {
        await afterConfirming.inGraphql(id)
        return id
      },
      ...state,
      expected: true,
    },
    renewRecoveryCodes: {
      prepare: confirmNew,
      byRest: (id) => as(id).send('POST', `${AT}/recovery-codes`, id, proof(id)),
      byGraphql: async (id) => {
        await as(id).graphql(`mutation ${PROOF} { renewRecoveryCodes${GIVEN} }`, proof(id))
        return id
      },
      inRest: async (id) => (await as(id).rest('GET', AT)).recoveryCodesLeft,
      inGraphql: async (id) =>
        (await as(id).graphql('{ secondFactor { recoveryCodesLeft } }')).secondFactor.recoveryCodesLeft,
      expected: 10,
    },
    disableSecondFactor: {
      prepare: confirmNew,
      byRest: (id) => as(id).send('POST', `${AT}/removal`, id, proof(id)),
      byGraphql: async (id) => {
        await as(id).graphql(`mutation ${PROOF} { disableSecondFactor${GIVEN} }`, proof(id))
        return id
      },
      ...state,
      expected: false,
    },
    removeSecondFactor: {
      prepare: confirmNew,
      byRest: (id) => send('DELETE', `/api/users/${id}/second-factor`, id),
      byGraphql: (id) => mutate('removeSecondFactor', id),
      ...state,
      expected: false,
    },
  } satisfies Readonly<Record<string, Parity>>
}
