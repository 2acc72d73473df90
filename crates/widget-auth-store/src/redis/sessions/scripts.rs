//! The scripts that change sessions, each in one step.
//!
//! The time is the caller's, since Redis may be alone with its own: `expires`
//! says when a session ends, the expiry of the key only cleans up.

use redis::Script;

/// `ARGV`: now, session, its end, ms until then or 0.
const CREATE: &str = r"
local expires = tonumber(redis.call('HGET', KEYS[1], 'expires') or 0)
if expires and expires > tonumber(ARGV[1]) then return 0 end
redis.call('DEL', KEYS[1])
if ARGV[4] ~= '0' then
    redis.call('HSET', KEYS[1], 'session', ARGV[2], 'expires', ARGV[3])
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return 1
";

/// `ARGV`: now, the new end, ms until then or 0.
const TOUCH: &str = r"
local expires = tonumber(redis.call('HGET', KEYS[1], 'expires') or 0)
if not expires or expires <= tonumber(ARGV[1]) then return 0 end
redis.call('HSET', KEYS[1], 'expires', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[3])
return 1
";

/// `ARGV`: now.
const DELETE: &str = r"
local expires = tonumber(redis.call('HGET', KEYS[1], 'expires') or 0)
redis.call('DEL', KEYS[1])
if expires and expires > tonumber(ARGV[1]) then return 1 end
return 0
";

pub(super) struct Scripts {
    pub(super) create: Script,
    pub(super) touch: Script,
    pub(super) delete: Script,
}

impl Scripts {
    pub(super) fn new() -> Self {
        Self { create: Script::new(CREATE), touch: Script::new(TOUCH), delete: Script::new(DELETE) }
    }
}
