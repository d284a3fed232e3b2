import { comments } from './comments.ts'

const SESSION = [
  `create table staff_session (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    id text not null generated always as (substr(encode(sha256(token_hash), 'hex'), 1, 32)) stored,
    staff_id uuid not null references staff,
    method text not null default 'local' check (method in ('local', 'provider')),
    started_at timestamptz(3) not null,
    last_seen_at timestamptz(3) not null,
    proved_at timestamptz(3),
    ends_at timestamptz(3) not null,
    ip text,
    user_agent text
  )`,
  ...comments('staff_session', 'Sessions of staff members in the console.', {
    token_hash: 'SHA-256 of the session token.',
    id: 'Public id of the session. Neither the token nor its hash can be derived from it.',
    method: 'local: password and second factor. provider: identity provider.',
    last_seen_at: 'Last activity, for the idle timeout.',
    proved_at: 'When the person last passed a second factor or step-up authentication.',
    ends_at: 'End of the session, whatever the activity.',
  }),
  // Finds a session by its public id.
  'create unique index staff_session_id on staff_session (id)',
  // Finds the sessions of a staff member.
  'create index staff_session_by_staff on staff_session (staff_id)',
  // Finds expired sessions to delete.
  'create index staff_session_by_end on staff_session (ends_at)',
  'grant select, insert, update, delete on staff_session to pix_app',
]

const SIGN_IN = [
  `create table staff_sign_in (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    staff_id uuid not null references staff,
    started_at timestamptz(3) not null,
    ends_at timestamptz(3) not null
  )`,
  ...comments(
    'staff_sign_in',
    'Sign-ins that passed the password and await the second factor. A separate table, so that none is mistaken for a session.',
    { token_hash: 'SHA-256 of the token of the sign-in.', ends_at: 'Time limit for the second factor.' },
  ),
  // Finds the pending sign-ins of a person.
  'create index staff_sign_in_by_staff on staff_sign_in (staff_id)',
  // Finds expired pending sign-ins to delete.
  'create index staff_sign_in_by_end on staff_sign_in (ends_at)',
  'grant select, insert, delete on staff_sign_in to pix_app',
]

const PROVIDER_SIGN_IN = [
  `create table staff_provider_sign_in (
    token_hash bytea primary key check (octet_length(token_hash) = 32),
    purpose text not null check (purpose in ('sign-in', 'step-up')),
    return_to text not null check (return_to like '/%' and char_length(return_to) <= 2000),
    started_at timestamptz(3) not null,
    ends_at timestamptz(3) not null check (ends_at > started_at)
  )`,
  ...comments(
    'staff_provider_sign_in',
    'Pending sign-ins at the identity provider. The answer deletes its row, so each answer is accepted once.',
    {
      token_hash: 'SHA-256 of the token of the sign-in.',
      purpose: 'step-up: an existing session authenticates again.',
      return_to: 'The console page to open afterwards.',
    },
  ),
  // Finds expired sign-ins at the identity provider to delete.
  'create index staff_provider_sign_in_by_end on staff_provider_sign_in (ends_at)',
  'grant select, insert, delete on staff_provider_sign_in to pix_app',
]

const TOTP = [
  `create table staff_totp (
    staff_id uuid primary key references staff,
    secret_box bytea,
    secret_key_id text,
    confirmed_at timestamptz(3),
    last_step bigint,
    offered_box bytea,
    offered_key_id text,
    offered_at timestamptz(3),
    check (num_nonnulls(secret_box, secret_key_id, confirmed_at, last_step) in (0, 4)),
    check (num_nonnulls(offered_box, offered_key_id, offered_at) in (0, 3))
  )`,
  ...comments('staff_totp', 'TOTP secrets of staff members: the confirmed one, and an offered one.', {
    secret_box: 'The encrypted secret.',
    secret_key_id: 'The encryption key of secret_box.',
    last_step: 'The time step of the newest accepted code. Older and equal steps are rejected.',
    offered_box: 'An encrypted secret that is valid only after a code confirms it.',
    offered_key_id: 'The encryption key of offered_box.',
  }),
  'grant select, insert, update, delete on staff_totp to pix_app',
]

const RECOVERY_CODE = [
  `create table staff_recovery_code (
    staff_id uuid not null references staff,
    hash bytea not null check (octet_length(hash) = 32),
    used_at timestamptz(3),
    created_at timestamptz(3) not null,
    primary key (staff_id, hash)
  )`,
  ...comments('staff_recovery_code', 'Recovery codes that replace the second factor, each usable once.', {
    hash: 'Hash of the code. The code itself is not stored.',
  }),
  'grant select, insert, update, delete on staff_recovery_code to pix_app',
]

const THROTTLE = [
  `create table sign_in_throttle (
    subject bytea primary key check (octet_length(subject) = 32),
    attempted_at timestamptz(3)[] not null,
    last_attempt_at timestamptz(3) not null
  )`,
  ...comments('sign_in_throttle', 'Recent sign-in attempts, to limit their rate.', {
    subject: 'Keyed hash of an account, of a network, or of both.',
    attempted_at: 'Times of the recent attempts that count against the limit.',
  }),
  // Finds old counters of attempts to delete.
  'create index sign_in_throttle_by_time on sign_in_throttle (last_attempt_at)',
  'grant select, insert, update, delete on sign_in_throttle to pix_app',
]

const KNOWN_NETWORK = [
  `create table staff_known_network (
    staff_id uuid not null references staff,
    network cidr not null,
    last_success_at timestamptz(3) not null,
    primary key (staff_id, network)
  )`,
  ...comments(
    'staff_known_network',
    'Networks from which a person has signed in. They stay usable while attempts from elsewhere exceed the limit.',
  ),
  // Finds networks to delete that were not used for a long time.
  'create index staff_known_network_by_time on staff_known_network (last_success_at)',
  'grant select, insert, update, delete on staff_known_network to pix_app',
]

/** Sessions, sign-ins, second factors and the limits of sign-in attempts. */
export const SIGN_IN_TABLES = [
  ...SESSION,
  ...SIGN_IN,
  ...PROVIDER_SIGN_IN,
  ...TOTP,
  ...RECOVERY_CODE,
  ...THROTTLE,
  ...KNOWN_NETWORK,
]
