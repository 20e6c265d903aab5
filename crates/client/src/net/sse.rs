//! Splits a stream of server-sent events into events. The bytes come in chunks that end anywhere.

/// One event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerEvent {
    /// Its kind.
    pub event: String,
    /// Its data.
    pub data: String,
    /// Its id, for resuming after it.
    pub id: Option<String>,
}

/// The parts of an event that is not complete.
#[derive(Debug, Default)]
pub struct Cutter {
    rest: Vec<u8>,
    event: ServerEvent,
}

impl Cutter {
    /// The events that are complete after these bytes.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<ServerEvent> {
        self.rest.extend_from_slice(bytes);
        let mut whole = Vec::new();
        while let Some(end) = self.rest.iter().position(|&byte| byte == b'\n') {
            let line: Vec<u8> = self.rest.drain(..=end).collect();
            let line = String::from_utf8_lossy(&line);
            if let Some(event) = self.line(line.trim_end_matches(['\r', '\n'])) {
                whole.push(event);
            }
        }
        whole
    }

    fn line(&mut self, line: &str) -> Option<ServerEvent> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return (!event.data.is_empty()).then_some(event);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => value.clone_into(&mut self.event.event),
            "id" => self.event.id = Some(value.to_owned()),
            "data" => {
                if !self.event.data.is_empty() {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
            }
            // Comments only show that the connection lives.
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_end_anywhere() {
        let text = ": here\n\nevent: table\nid: 7\ndata: {\"a\":\r\ndata: \"名\"}\n\n";
        let mut cutter = Cutter::default();
        let events: Vec<_> = text.as_bytes().chunks(1).flat_map(|byte| cutter.push(byte)).collect();
        assert_eq!(
            events,
            [ServerEvent { event: "table".into(), data: "{\"a\":\n\"名\"}".into(), id: Some("7".into()) }]
        );
    }
}
