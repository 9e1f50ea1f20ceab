import OAuth2Server from '@node-oauth/oauth2-server'
import type { User } from '@content-service/domain'
import type { SignInOutcome } from '../sign-in/sign-in.ts'
import { requireParameter } from '../web/http.ts'
import { OAuthError, tooManyRequests } from '../web/oauth-error.ts'
import { invalidGrant, type TokenRequest, type TokenSubject } from './grant-tokens.ts'
import type { GrantModel } from './grant-model.ts'
import type { OAuthServer } from './oauth-server.ts'

type Refused = Exclude<SignInOutcome, { readonly kind: 'signed-in' }>

const createRefusal = (outcome: Refused): OAuthError => {
  switch (outcome.kind) {
    case 'refused':
      return invalidGrant('The username or the password is wrong.')
    case 'otp-needed':
      return invalidGrant('This account has a second factor. Send its code as otp.')
    case 'throttled':
      return tooManyRequests('There were too many failed sign-ins. Wait and try again.', outcome.retryAfter)
  }
}

/**
 * RFC 6749 §4.3.2. The grant of the library refuses passwords with ASCII and an emoji, and does not pass the address.
 */
const signInUser = async ({ form, request }: TokenRequest, server: OAuthServer): Promise<User> => {
  if (!server.passwordGrant)
    throw new OAuthError(
      'unauthorized_client',
      'This server does not allow the password grant. Use authorization_code.',
    )
  const [login, password] = [requireParameter(form, 'username'), requireParameter(form, 'password')]
  const outcome = await server.signIn({ login, password, otp: form.get('otp'), address: request.address })
  if (outcome.kind === 'signed-in') return outcome.user
  throw createRefusal(outcome)
}

/** The password grant of one token request, in the form of an additional grant of the library. */
export const createPasswordGrant = (tokenRequest: TokenRequest, model: GrantModel, server: OAuthServer) =>
  class PasswordGrant extends OAuth2Server.AbstractGrantType {
    override async handle(request: OAuth2Server.Request) {
      const { client } = tokenRequest
      const user = await signInUser(tokenRequest, server)
      const subject: TokenSubject = {
        kind: 'user',
        user,
        session: model.newSession,
        signedInAt: server.now(),
        isNew: true,
      }
      const scope = await model.validateScope(subject, client, this.getScope(request))
      const accessToken = await model.generateAccessToken(client, subject, scope)
      return model.saveToken({ accessToken, scope }, client, subject)
    }
  }
