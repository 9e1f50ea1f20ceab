import { explain as explainDecision } from '@content-service/authz/explain'
import type { Subject } from '@content-service/authz'
import {
  type Command,
  UsageError,
  readJson,
  readObject,
  requireOption,
  requirePositionals,
} from './command.ts'
import { loadPolicy } from './load-policy.ts'

function readSubject(value: unknown): Subject | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object' && 'roles' in value && Array.isArray(value.roles))
    return { id: null, ...value, roles: value.roles }
  throw new UsageError('The option --subject must be a JSON object with a list "roles", or null.')
}

export const explain: Command = {
  usage: 'explain POLICY --permission P --subject JSON',
  summary: 'Explain a decision.',
  help: `Shows the decision, each rule with its result, and the changes that would lead to allow.

  --permission articles:write
  --subject '{"id": 7, "roles": ["AUTHOR"]}'   null if nobody is signed in
  --resource '{"ownerId": 8}'                  the row, if the permission is about a row
  --context '{"hour": 7}'                      the facts of the request

Exit codes: 0 allow, 1 deny, 2 the command could not run.`,
  options: {
    permission: { type: 'string' },
    subject: { type: 'string' },
    resource: { type: 'string' },
    context: { type: 'string' },
  },
  run: async (given) => {
    const [file = ''] = requirePositionals(given, ['POLICY'])
    const permission = requireOption(given, 'permission')
    requireOption(given, 'subject')
    const subject = readSubject(readJson(given, 'subject'))
    const policy = await loadPolicy(file)
    const { resource, context } = {
      resource: readObject(given, 'resource'),
      context: readObject(given, 'context'),
    }
    const { decision, missing, text } = explainDecision(
      policy,
      subject,
      permission,
      resource ?? null,
      context,
    )
    console.log(
      missing.length > 0 || decision.effect === 'allow' ? text : `${text}\n  missing: nothing is known`,
    )
    return decision.effect === 'allow' ? 0 : 1
  },
}
