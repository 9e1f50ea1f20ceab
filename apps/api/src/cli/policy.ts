import { defaultPolicyFile, explainAccessOf, policyIn, policyInForce } from '@content-service/domain'
import { Misused, say, withDatabase, type Command } from './command.ts'
import { personOf } from './person.ts'

const print = (): number => {
  say(JSON.stringify(defaultPolicyFile(), null, 2))
  return 0
}

const check = (file: string): number => {
  const { findings } = policyIn(file)
  for (const { kind, path, message } of findings) say(`${path}: ${message} (${kind})`)
  say(
    findings.length === 0
      ? 'The policy is in order.'
      : `${findings.length} findings; the policy can be used.`,
  )
  return findings.length === 0 ? 0 : 1
}

/** Exit code 1: they may not. */
const explain = ([login, permission, id]: readonly string[]): Promise<number> => {
  if (login === undefined || permission === undefined)
    throw new Misused('Name both: content-service policy explain LOGIN PERMISSION [ID]')
  return withDatabase('policy', async (opened) => {
    const { policy } = policyInForce(opened.settings.policyFile)
    const user = await personOf(opened, login)
    const question = { permission, id, userId: String(user.id) }
    const { decision, text } = await explainAccessOf({ policy, stores: opened.stores }, question)
    say(text)
    return decision === 'ALLOW' ? 0 : 1
  })
}

export const command: Command = {
  help: `Usage: content-service policy print
       content-service policy check FILE
       content-service policy explain LOGIN PERMISSION [ID]

  print     writes the default policy as JSON: the file to start an own one from, for POLICY_FILE
  check     says what is wrong with a policy, and what in it is probably not meant (exit code 1)
  explain   says whether somebody may do something, to the record of that id where one is named, and why;
            by POLICY_FILE where it is set. Exit code 1: they may not`,
  run: ([name, ...words]) => {
    const [file] = words
    if (name === 'print' && file === undefined) return print()
    if (name === 'check' && file !== undefined && words.length === 1) return check(file)
    if (name === 'explain' && words.length <= 3) return explain(words)
    throw new Misused(
      'Say print, check FILE or explain LOGIN PERMISSION; content-service policy --help tells more.',
    )
  },
}
