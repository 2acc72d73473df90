//! The scripts that change tokens and leases, each in one step.

use redis::Script;

use crate::store::PutMode;

/// `ARGV`: condition, version, tokens, lifetime in ms or 0, whether a load
/// restarts the lifetime.
const SAVE: &str = r"
if ARGV[1] == 'absent' then
    if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
elseif ARGV[1] ~= 'always' then
    if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'version', ARGV[2], 'tokens', ARGV[3])
if ARGV[4] ~= '0' then
    redis.call('PEXPIRE', KEYS[1], ARGV[4])
    if ARGV[5] == '1' then redis.call('HSET', KEYS[1], 'idle_ms', ARGV[4]) end
end
return 1
";

/// Loads, and restarts the idle time.
const LOAD: &str = r"
local fields = redis.call('HMGET', KEYS[1], 'version', 'tokens', 'idle_ms')
if fields[3] then redis.call('PEXPIRE', KEYS[1], fields[3]) end
return {fields[1], fields[2]}
";

/// `ARGV`: version.
const DELETE_IF: &str = r"
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
";

/// `ARGV`: owner, ms.
const ACQUIRE: &str = r"
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
";

/// `ARGV`: owner.
const RELEASE: &str = r"
if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0
";

/// The condition of a save, in the words of its script.
pub(super) fn condition(mode: PutMode) -> String {
    match mode {
        PutMode::Overwrite => "always".to_owned(),
        PutMode::Create => "absent".to_owned(),
        PutMode::Update(version) => version.to_string(),
    }
}

/// Everything that reads and then writes. Redis runs a script without
/// anything in between; the client sends the text again to a server that
/// restarted and forgot it.
pub(super) struct Scripts {
    pub(super) save: Script,
    pub(super) load: Script,
    pub(super) delete_if: Script,
    pub(super) acquire: Script,
    pub(super) release: Script,
}

impl Scripts {
    pub(super) fn new() -> Self {
        Self {
            save: Script::new(SAVE),
            load: Script::new(LOAD),
            delete_if: Script::new(DELETE_IF),
            acquire: Script::new(ACQUIRE),
            release: Script::new(RELEASE),
        }
    }
}
