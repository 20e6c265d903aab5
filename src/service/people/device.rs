//! The device of a sign-in, as its client names it.

/// The longest name that is kept, in characters.
const LONGEST: usize = 100;

/// The device of a sign-in: the client's `User-Agent`, short and printable. It is not verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Device(String);

impl Device {
    /// The device that a client names; `None` if nothing of the name is printable.
    pub fn of(user_agent: &[u8]) -> Option<Self> {
        let shown = user_agent.iter().filter(|byte| (b' '..=b'~').contains(byte));
        let shown: String = shown.map(|&byte| char::from(byte)).collect();
        let words: Vec<&str> = shown.split_whitespace().collect();
        let text: String = words.join(" ").chars().take(LONGEST).collect();
        (!text.is_empty()).then(|| Self(text.trim_end().to_owned()))
    }

    /// As text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::Device;

    #[test]
    fn a_device_is_short_and_printable() {
        let device = |text: &[u8]| Device::of(text).map(|device| device.as_str().to_owned());
        assert_eq!(device(b"  Mozilla/5.0\t (X11;  Linux) "), Some("Mozilla/5.0 (X11; Linux)".to_owned()));
        assert_eq!(device("a\u{202e}b\u{1f600}".as_bytes()), Some("ab".to_owned()));
        assert_eq!(device(&[b'x'; 300]), Some("x".repeat(100)));
        assert_eq!(device(b" \t"), None);
    }
}
