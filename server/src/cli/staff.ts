import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { Option, type Command } from 'commander'
import { z } from 'zod'
import { formatNewStaff } from './format-output.ts'
import {
  runAndPrint,
  dataDir,
  withControl,
  type CommandOutput,
  type OutputOptions,
  type Shell,
} from './context/shell.ts'
import { systemClock } from '../kernel/clock.ts'
import { ConfigError } from '../kernel/settings/parse-variables.ts'
import type { Context } from '../kernel/context.ts'
import { Problem } from '../kernel/problem.ts'
import { admitNetwork } from '../staff/throttle/admit-network.ts'
import { createStaff } from '../staff/create-staff.ts'
import { linkIdentity } from '../staff/identity-provider/link-identity.ts'
import { STAFF_ROLES, type StaffRole } from '../staff/permissions.ts'
import { resetTotp } from '../staff/second-factor/reset-totp.ts'
import { setTotp } from '../staff/second-factor/set-totp.ts'
import type { Staff } from '../staff/staff.entity.ts'
import { findStaffByEmail } from '../staff/staff.queries.ts'
import { STEP_SECONDS, totpCodeAt } from '../staff/second-factor/totp.ts'

interface StaffOptions extends OutputOptions {
  email: string
  role: StaffRole
  name?: string
  passwordStdin?: true
  totp?: true
}

const command = (parent: Command, name: string, description: string): Command =>
  parent.command(name).description(description).option('--json', 'print one line of JSON')

/** Adds the commands for staff, and the command that prints the codes of the demo users. */
export function addStaffCommands(program: Command, shell: Shell): void {
  const consoleUser = program.command('console-user').description('people who work in the console')

  command(consoleUser, 'create', 'create a person; without a password, one is generated and shown once')
    .requiredOption('--email <email>', 'e-mail address for the sign-in')
    .addOption(
      new Option('--role <role>', 'role, which decides the permissions')
        .choices(STAFF_ROLES)
        .makeOptionMandatory(),
    )
    .option('--name <name>', 'name; by default the part of the e-mail before the @')
    .option('--password-stdin', 'read the password from standard input')
    .option('--totp', 'also create an authenticator secret; otherwise the person enrols at the first sign-in')
    .action((options: StaffOptions) =>
      runAndPrint(shell, options, () => withControl(shell, (ctx) => create(ctx, shell, options))),
    )

  command(
    consoleUser,
    'set-totp',
    'replace the authenticator secret of a person; it is shown once; ends their sessions',
  )
    .requiredOption('--email <email>', 'e-mail of the person')
    .action((options: OutputOptions & { email: string }) =>
      runAndPrint(shell, options, () =>
        withControl(shell, async (ctx) =>
          formatTotp(await setTotp(ctx, await getStaffByEmail(ctx, options.email))),
        ),
      ),
    )

  command(
    consoleUser,
    'reset-totp',
    'remove the authenticator app and recovery codes of a person who lost them; ends their sessions',
  )
    .requiredOption('--email <email>', 'e-mail of the person')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((options: OutputOptions & { email: string; reason: string }) =>
      runAndPrint(shell, options, () =>
        withControl(shell, async (ctx) => {
          const { id, email } = await getStaffByEmail(ctx, options.email)
          await resetTotp(ctx, id, options.reason)
          return { json: { id, email }, text: `${email} enrols a new authenticator app at the next sign-in.` }
        }),
      ),
    )

  addLinkIdentity(consoleUser, shell)
  addAdmitNetwork(consoleUser, shell)
  command(program, 'totp', 'print the current authenticator codes of the demo users')
    .requiredOption('--demo', 'read the users from demo.json in DATA_DIR (.data)')
    .action((options: OutputOptions) => runAndPrint(shell, options, async () => demoCodes(shell)))
}

function addLinkIdentity(consoleUser: Command, shell: Shell): void {
  command(
    consoleUser,
    'link-identity',
    'link a person to an account at the identity provider; ends their sessions',
  )
    .requiredOption('--email <email>', 'e-mail of the person in the console')
    .requiredOption('--issuer <url>', 'issuer of the identity provider (OIDC_ISSUER)')
    .requiredOption(
      '--subject <text>',
      'subject of the account: see `subject` in the audit entry of the refused sign-in',
    )
    .action((options: OutputOptions & { email: string; issuer: string; subject: string }) =>
      runAndPrint(shell, options, () =>
        withControl(shell, async (ctx) => {
          const { issuer, subject } = options
          const staff = await getStaffByEmail(ctx, options.email)
          await linkIdentity(ctx, staff, { issuer, subject })
          const { id, email } = staff
          return {
            json: { id, email, issuer, subject },
            text: `${email} is linked to ${subject} of ${issuer}.`,
          }
        }),
      ),
    )
}

function addAdmitNetwork(consoleUser: Command, shell: Shell): void {
  command(
    consoleUser,
    'admit-network',
    'accept sign-ins of a person from a network for 90 days, even while their account is under attack',
  )
    .requiredOption('--email <email>', 'e-mail of the person')
    .requiredOption('--address <ip>', 'address of the person; admits its /24 network, or /56 for IPv6')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .action((options: OutputOptions & { email: string; address: string; reason: string }) =>
      runAndPrint(shell, options, () =>
        withControl(shell, async (ctx) => {
          const staff = await getStaffByEmail(ctx, options.email)
          const network = await admitNetwork(ctx, staff, { ip: options.address, reason: options.reason })
          const { id, email } = staff
          return { json: { id, email, network }, text: `${email} may sign in from ${network}.` }
        }),
      ),
    )
}

async function create(ctx: Context, shell: Shell, options: StaffOptions): Promise<CommandOutput> {
  const { email, role, name = email.split('@', 1)[0] ?? '' } = options
  const password = options.passwordStdin ? (await readAll(shell.input)).trimEnd() : undefined
  const created = await createStaff(ctx, { email, role, name, password })
  const shown = formatNewStaff(created)
  if (!options.totp) return shown
  const totp = formatTotp(await setTotp(ctx, created.staff))
  return { json: { ...shown.json, ...totp.json }, text: `${shown.text}\n${totp.text}` }
}

async function getStaffByEmail(ctx: Context, email: string): Promise<Staff> {
  const found = await findStaffByEmail(ctx, email.trim().toLowerCase())
  if (!found) throw new Problem('not_found', { reason: 'staff_not_found' })
  return found
}

function formatTotp({ secret, recoveryCodes }: Awaited<ReturnType<typeof setTotp>>): CommandOutput {
  const codes = recoveryCodes.map((code) => `  ${code}`).join('\n')
  return {
    json: { totp_secret: secret, recovery_codes: recoveryCodes },
    text: `totp_secret  ${secret}\nrecovery codes\n${codes}\nStore these now: they cannot be shown again.`,
  }
}

const Demo = z.object({
  console: z.object({
    users: z.array(z.object({ email: z.string(), role: z.string(), totp_secret: z.string().nullable() })),
  }),
})

function demoCodes(shell: Shell): CommandOutput {
  const file = join(dataDir(shell.env), 'demo.json')
  const now = systemClock.now()
  const secondsLeft = STEP_SECONDS - (Math.floor(now.getTime() / 1_000) % STEP_SECONDS)
  const items = readDemo(file).flatMap(({ email, role, totp_secret: secret }) =>
    secret === null ? [] : [{ email, role, code: totpCodeAt(secret, now), seconds_left: secondsLeft }],
  )
  const lines = items.map(({ email, code }) => `${code}  ${email}`)
  return { json: { items }, text: [...lines, `valid for ${secondsLeft} s; each code works once`].join('\n') }
}

function readDemo(file: string): z.infer<typeof Demo>['console']['users'] {
  try {
    return Demo.parse(JSON.parse(readFileSync(file, 'utf8'))).console.users
  } catch {
    throw new ConfigError(`${file} cannot be read: run npm start once with the same DATA_DIR`)
  }
}
