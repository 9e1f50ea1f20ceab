import {
  defaultPolicyFile,
  explainAccessOf,
  readPolicyFile,
  type ContentModel,
} from '@content-service/domain'
import type { Composition } from '../composition.ts'
import { Misused, say, withDatabase, type Command } from './command.ts'
import { personOf } from './person.ts'

const print = (model: ContentModel): number => {
  say(JSON.stringify(defaultPolicyFile(model), null, 2))
  return 0
}

const check = (model: ContentModel, file: string): number => {
  const { findings } = readPolicyFile(model, file)
  for (const { kind, path, message } of findings) say(`${path}: ${message} (${kind})`)
  say(
    findings.length === 0
      ? 'The policy has no problems.'
      : `${findings.length} findings. The service can use the policy.`,
  )
  return findings.length === 0 ? 0 : 1
}

/** Exit code 1: they may not. */
const explain = ([login, permission, id]: readonly string[], composition: Composition): Promise<number> => {
  if (login === undefined || permission === undefined)
    throw new Misused('Give a user and a permission: content-service policy explain LOGIN PERMISSION [ID]')
  return withDatabase('policy', composition, async (opened) => {
    const { policy } = composition.policyOf(opened.settings.policyFile)
    const user = await personOf(opened, login)
    const question = { permission, id, userId: String(user.id) }
    const { decision, text } = await explainAccessOf(
      { policy, stores: opened.stores, model: composition.model },
      question,
    )
    say(text)
    return decision === 'ALLOW' ? 0 : 1
  })
}

export const command: Command = {
  help: `Usage: content-service policy print
       content-service policy check FILE
       content-service policy explain LOGIN PERMISSION [ID]

  print     prints the default policy as JSON. You can change this file and use it as POLICY_FILE
  check     lists the errors of a policy, and the rules that are probably mistakes (exit code 1)
  explain   explains why the user LOGIN has or does not have the permission, on the record ID if you give an ID. If
            POLICY_FILE is set, the command uses that policy. Exit code 1: the user does not have the permission`,
  run: ([name, ...words], composition) => {
    const [file] = words
    if (name === 'print' && file === undefined) return print(composition.model)
    if (name === 'check' && file !== undefined && words.length === 1) return check(composition.model, file)
    if (name === 'explain' && words.length <= 3) return explain(words, composition)
    throw new Misused(
      'Give an action: print, check FILE or explain LOGIN PERMISSION. To see the details, run content-service policy --help',
    )
  },
}
