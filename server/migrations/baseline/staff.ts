import { comments } from './comments.ts'

const STAFF = [
  `create table staff (
    id uuid primary key,
    email text not null check (email = lower(email) and char_length(email) between 3 and 254),
    name text not null check (char_length(name) between 1 and 120),
    role text not null check (role in ('support', 'finance', 'admin', 'auditor')),
    password_hash text,
    disabled_at timestamptz(3),
    last_seen_at timestamptz(3),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint staff_email unique (email)
  )`,
  ...comments('staff', 'The people who work in the console.', {
    password_hash: 'Null for a person who signs in only at the identity provider.',
    disabled_at: 'When the person was deactivated. Null while active.',
  }),
  'grant select, insert, update on staff to pix_app',
]

const INVITATION = [
  `create table staff_invitation (
    id uuid primary key,
    email text not null check (email = lower(email) and char_length(email) between 3 and 254),
    name text not null check (char_length(name) between 1 and 120),
    role text not null check (role in ('support', 'finance', 'admin', 'auditor')),
    token_hash bytea not null check (octet_length(token_hash) = 32),
    invited_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null check (expires_at > created_at),
    accepted_at timestamptz(3),
    withdrawn_at timestamptz(3),
    constraint staff_invitation_token unique (token_hash),
    constraint staff_invitation_end check (accepted_at is null or withdrawn_at is null)
  )`,
  ...comments('staff_invitation', 'Invitations to become a staff member, by a one-time link.', {
    token_hash: 'SHA-256 of the token in the link.',
    invited_by: 'The actor who sent the invitation.',
  }),
  // Makes sure that an e-mail address has at most one open invitation.
  `create unique index staff_invitation_email on staff_invitation (email)
    where accepted_at is null and withdrawn_at is null`,
  // Lists the invitations, newest first.
  'create index staff_invitation_by_time on staff_invitation (created_at desc)',
  'grant select, insert, update on staff_invitation to pix_app',
]

const PASSWORD_LINK = [
  `create table staff_password_link (
    id uuid primary key,
    staff_id uuid not null references staff,
    token_hash bytea not null check (octet_length(token_hash) = 32),
    offered_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null check (expires_at > created_at),
    used_at timestamptz(3),
    ended_at timestamptz(3),
    constraint staff_password_link_token unique (token_hash),
    constraint staff_password_link_end check (used_at is null or ended_at is null)
  )`,
  ...comments('staff_password_link', 'One-time links to set a new password.', {
    token_hash: 'SHA-256 of the token in the link.',
    offered_by: 'The actor who created the link.',
    ended_at: 'When the link became invalid without being used.',
  }),
  // Makes sure that a staff member has at most one open password link.
  `create unique index staff_password_link_waiting on staff_password_link (staff_id)
    where used_at is null and ended_at is null`,
  'grant select, insert, update on staff_password_link to pix_app',
]

const IDENTITY = [
  `create table staff_identity (
    staff_id uuid not null references staff,
    issuer text not null check (char_length(issuer) between 1 and 2000),
    subject text not null check (char_length(subject) between 1 and 255),
    linked_at timestamptz(3) not null,
    linked_by text not null,
    primary key (staff_id, issuer),
    constraint staff_identity_subject unique (issuer, subject)
  )`,
  ...comments('staff_identity', 'Accounts at the identity provider that are linked to staff members.', {
    issuer: 'The identity provider.',
    subject:
      'The id of the person at the provider. Unlike an e-mail address, it is never given to another person.',
    linked_by: 'The actor who linked the account.',
  }),
  'grant select, insert, update, delete on staff_identity to pix_app',
]

const VIEW = [
  `create table staff_view (
    id uuid primary key,
    staff_id uuid not null references staff,
    page text not null check (page ~ '^[a-z][a-z-]{0,39}$'),
    name text not null check (char_length(name) between 1 and 80),
    search text not null check (char_length(search) <= 2000),
    shared_with text check (shared_with in ('support', 'finance', 'admin', 'auditor')),
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    constraint staff_view_name unique (staff_id, page, name)
  )`,
  ...comments('staff_view', 'Saved views: the filters of a console page under a name.', {
    page: 'The console page.',
    search: 'The query string of the page.',
    shared_with: 'The role that may also use the view. Null: only its owner.',
  }),
  // Finds the views that are shared with a role.
  'create index staff_view_shared on staff_view (shared_with) where shared_with is not null',
  'grant select, insert, update, delete on staff_view to pix_app',
]

/** Staff members, the ways in which they get access, and their saved views. */
export const STAFF_TABLES = [...STAFF, ...INVITATION, ...PASSWORD_LINK, ...IDENTITY, ...VIEW]
