import { defaultPolicyFile, readPolicyFile, type ContentModel } from '@content-service/domain'
import { explainUserAccess } from '@content-service/domain/internal/explanation'
import { createCommand } from './actions.ts'
import { findUser, type OpenCommand } from './command.ts'
import { say } from './misused.ts'

const check = (model: ContentModel, file = ''): number => {
  const { findings } = readPolicyFile(model, { file, label: file })
  for (const { kind, path, message } of findings) say(`${path}: ${message} (${kind})`)
  say(
    findings.length === 0
      ? 'The policy has no problems.'
      : `${findings.length} findings. The service can use the policy.`,
  )
  return findings.length === 0 ? 0 : 1
}

const explain = async (
  opened: OpenCommand,
  [login = '', permission = '', id]: readonly string[],
): Promise<number> => {
  const { settings, stores, composition } = opened
  const { policy } = composition.policyOf(settings.policyFile)
  const user = await findUser(opened, login)
  const question = { permission, id, userId: String(user.id) }
  const { decision, text } = await explainUserAccess({ policy, stores, model: composition.model }, question)
  say(text)
  return decision === 'ALLOW' ? 0 : 1
}

export const command = createCommand({
  name: 'policy',
  actions: {
    print: {
      help: 'prints the default policy as JSON. You can change this file and use it as POLICY_FILE',
      run: async ({ composition }) => say(JSON.stringify(defaultPolicyFile(composition.model), null, 2)),
    },
    check: {
      usage: 'FILE',
      help: 'lists the errors of a policy, and the rules that are probably mistakes (exit code 1)',
      run: async ({ composition, words: [file] }) => check(composition.model, file),
    },
    explain: {
      usage: 'LOGIN PERMISSION [ID]',
      help: `explains why the user LOGIN has or does not have the permission, on the record ID if you give an ID. If
POLICY_FILE is set, the command uses that policy. Exit code 1: the user does not have the permission`,
      run: ({ open, words }) => open((opened) => explain(opened, words)),
    },
  },
})
