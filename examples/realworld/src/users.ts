import * as domain from '@content-service/domain'
import type { EmbeddedService } from '@content-service/server'
import jwt from 'jsonwebtoken'
import { Refusal, requireTexts } from './errors.ts'
import { readInput, readToken, type Route, type Routes } from './http.ts'

const SIXTY_DAYS = 60 * 24 * 60 * 60

/** The service accepts the tokens of its operator, who has the same secret. */
const issueToken = (secret: string, user: domain.User): string => {
  const iat = domain.computeIssuedAt(new Date(), user.tokensValidFrom)
  return jwt.sign({ sub: String(user.id), iat, exp: iat + SIXTY_DAYS }, secret)
}

const show = ({ username, email, profile }: domain.User, token: string | null) => ({
  user: { username, email, bio: profile.bio, image: profile.avatar, token },
})

const readOwn = async (context: domain.Context): Promise<domain.User> => {
  const user = await context.stores.users.get(domain.requireUser(context))
  if (user === null) throw domain.notFound('user')
  return user
}

/** An empty text clears the bio and the image. */
const readClearable = (input: Readonly<Record<string, unknown>>, name: string): string | null | undefined => {
  const value = input[name]
  if (value === undefined || value === null || typeof value === 'string') return value === '' ? null : value
  throw new Refusal(422, { [name]: ['must be a text or null'] })
}

const current: Route['run'] = async (context, request) => show(await readOwn(context), readToken(request))

/** The collection of RealWorld uses a token after a change of the password, so that the tokens stay valid here. */
const changePassword = async (
  { passwords, stores, now }: domain.Context,
  user: domain.User,
  password: string,
) => {
  const { id, tokensValidFrom } = user
  const passwordHash = await passwords.hash(password)
  await stores.accounts.setPassword(id, { passwordHash, now: now(), tokensValidFrom })
}

const update: Route['run'] = async (context, request) => {
  const input = readInput(request, 'user')
  const given = ['username', 'email', 'password'].filter((name) => input[name] !== undefined)
  const { password, ...names } = requireTexts(input, given)
  const problem =
    password === undefined ? null : context.passwords.findProblem(password, await readOwn(context))
  if (problem !== null) throw new Refusal(422, { password: [problem] })
  const [bio, avatar] = [readClearable(input, 'bio'), readClearable(input, 'image')]
  const profile = { ...(bio !== undefined && { bio }), ...(avatar !== undefined && { avatar }) }
  const change = { ...names, profile }
  const user = await domain.updateUser(context, domain.requireUser(context), change, domain.unconditional)
  if (password !== undefined) await changePassword(context, user, password)
  return show(user, readToken(request))
}

export const createUserRoutes = (secret: string, service: EmbeddedService): Routes => {
  const register: Route['run'] = async (context, request) => {
    const given = requireTexts(readInput(request, 'user'), ['username', 'email', 'password'])
    const user = await domain.createUser(context, given as never)
    return show(user, issueToken(secret, user))
  }
  const signIn: Route['run'] = async (_context, request) => {
    const { email = '', password = '' } = requireTexts(readInput(request, 'user'), ['email', 'password'])
    const outcome = await service.signIn({ login: email, password, address: request.ip ?? null })
    if (outcome.kind === 'throttled')
      throw new Refusal(429, { credentials: [`try again in ${outcome.retryAfter} seconds`] })
    if (outcome.kind !== 'signed-in') throw new Refusal(401, { credentials: ['invalid'] })
    return show(outcome.user, issueToken(secret, outcome.user))
  }
  return {
    'post /users': { about: 'user', status: 201, isPublic: true, run: register },
    'post /users/login': { about: 'user', isPublic: true, run: signIn },
    'get /user': { about: 'user', run: current },
    'put /user': { about: 'user', run: update },
  }
}
