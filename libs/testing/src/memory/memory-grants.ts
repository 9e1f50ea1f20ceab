import type { Session } from '@content-service/domain/internal/sessions'
import type { SessionId } from '@content-service/domain/internal/rules'
import { nextUuid } from '@content-service/domain/testing'
import type { GrantStore, NewSession, RefreshToken } from '@content-service/identity'
import type { OAuthParts } from './memory-oauth-tables.ts'

const byClient = ({ userId, clientId }: Pick<NewSession, 'userId' | 'clientId'>) => ({
  actorId: userId,
  credential: `client ${clientId}`,
})

export const createGrantStore = ({ tables: { sessions, clients }, oauth, enter }: OAuthParts): GrantStore => {
  const { codes, tokens, ended, revoked, consents } = oauth
  const end = (id: SessionId): void => {
    sessions.delete(id)
    ended.add(id)
  }
  const keep = (token: RefreshToken, session: NewSession) => tokens.put({ ...token, session, usedAt: null })
  return {
    nextSessionId: () => nextUuid(),
    addCode: async (code) => {
      codes.put({ ...code, redeemedFor: null })
      enter('codes', code.clientId, byClient(code))
    },
    code: async (hash) => {
      const found = codes.get(hash)
      if (found === undefined) return null
      const { redeemedFor, ...code } = found
      return { ...code, isRedeemed: redeemedFor !== null }
    },
    redeemCode: async (hash, session) => {
      const code = codes.get(hash)
      if (code === undefined) return 'unknown'
      if (code.redeemedFor === null) codes.put({ ...code, redeemedFor: session })
      else end(code.redeemedFor)
      return code.redeemedFor === null ? 'redeemed' : 'reused'
    },
    begin: async (session, token, now) => {
      if (ended.has(session.id)) return false
      const { signedInAt: _, issuedAt: createdAt, ...row } = session
      const clientName = clients.get(session.clientId)?.name ?? session.clientId
      sessions.put({ ...row, clientName, createdAt, lastUsedAt: now })
      if (token !== null) keep(token, session)
      enter('sessions', session.id, byClient(session))
      return true
    },
    refreshToken: async (hash) => {
      const token = tokens.get(hash)
      if (token === undefined) return null
      const { session, usedAt, ...rest } = token
      return { ...session, ...rest, isUsed: usedAt !== null, isEnded: !sessions.has(session.id) }
    },
    rotate: async (hash, next, { now, repeatSeconds }) => {
      const token = tokens.get(hash)
      if (token === undefined) return 'unknown'
      const session = sessions.get(token.sessionId)
      if (token.usedAt !== null || session === undefined) {
        const isRecent =
          token.usedAt !== null && token.usedAt.getTime() > now.getTime() - repeatSeconds * 1_000
        if (session && isRecent && tokens.get(next.hash)?.usedAt === null) return 'repeated'
        end(token.sessionId)
        return 'reused'
      }
      tokens.put({ ...token, usedAt: now })
      keep(next, token.session)
      sessions.put({ ...session, lastUsedAt: now, expiresAt: next.expiresAt })
      enter('sessions', next.sessionId)
      return 'redeemed'
    },
    endSession: async (id) => {
      const session = sessions.get(id)
      end(id)
      if (session === undefined) return
      consents.remove({ userId: session.userId, clientId: session.clientId })
      enter('sessions', id)
    },
    endSessionsOf: async (user, clientId) => {
      codes.remove({ userId: user, clientId, redeemedFor: null })
      const isMeant = (session: Session) => session.userId === user && session.clientId === clientId
      for (const { id } of sessions.where(isMeant)) {
        end(id)
        enter('sessions', id, { actorId: user, credential: 'sign-in page' })
      }
    },
    revokeToken: async (id) => {
      revoked.add(id)
      enter('tokens', id)
    },
    isRevoked: async ({ id, sessionId }) =>
      (id !== null && revoked.has(id)) || (sessionId !== null && !sessions.has(sessionId)),
  }
}
