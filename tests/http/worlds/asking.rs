//! The answers of every route to a viewer.

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use super::routes;
use super::world::World;

/// An answer.
pub struct Answered {
    pub is_well: bool,
    /// The whole answer: its status, its headers and its body.
    pub bytes: Vec<u8>,
    is_packed: bool,
    body: Vec<u8>,
}

impl Answered {
    /// The answer to this request.
    pub async fn to(request: reqwest::RequestBuilder) -> Self {
        let answer = request.send().await.unwrap();
        let headers: BTreeMap<String, String> = answer
            .headers()
            .iter()
            // The one header with the real time.
            .filter(|(name, _)| *name != "date")
            .map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned()))
            .collect();
        let is_well = answer.status().is_success();
        let is_packed = headers.get("content-encoding").is_some_and(|coding| coding == "gzip");
        let mut bytes = format!("{} {headers:?}\n", answer.status()).into_bytes();
        let body = answer.bytes().await.unwrap().to_vec();
        bytes.extend(&body);
        Self { is_well, bytes, is_packed, body }
    }
}

impl World<'_> {
    /// The answers of every route. Routes that read come before the end of the hand, because others deal the next
    /// one.
    pub async fn ask_everything(&mut self) {
        let routes = routes::routes().into_iter();
        let asked = routes.filter(|(method, _)| !self.scene.ends || *method == Method::GET);
        for (method, template) in asked.collect::<Vec<_>>() {
            self.ask_route(&method, &template).await;
        }
    }

    /// The answers of a route to all requests worth trying.
    async fn ask_route(&mut self, method: &Method, template: &str) {
        let path = self.known.path(template);
        let view = if path.ends_with("/actions") { self.view(&self.viewer).await } else { Value::Null };
        for (query, body) in self.known.variants(method, &path, &view) {
            let path = format!("{path}{query}");
            for coding in ["identity", "gzip"] {
                let mut request = self.viewer.request(method.clone(), &path).header("x-request-id", "same");
                request = request.header("accept-encoding", coding);
                if let Some(code) = self.known.invitation(&path) {
                    request = request.header("Invite-Code", code);
                }
                if let Some(body) = &body {
                    request = request.json(body);
                }
                let answered = Answered::to(request).await;
                let asked = body.as_ref().map_or(String::new(), Value::to_string);
                if answered.is_well {
                    self.well.insert(format!("{method} {template}"));
                    self.go_on_from(template, &answered).await;
                }
                self.got.push((format!("{method} {path} {asked} {coding}"), answered.bytes));
            }
        }
    }

    /// Follow-up requests after a success.
    async fn go_on_from(&mut self, template: &str, answered: &Answered) {
        self.known.learn(template, answered.is_packed, &answered.body);
        if self.viewer.token.is_some()
            && let Some(token) = self.known.access_token.take()
        {
            self.viewer = self.viewer.with_token(&token);
        }
        if template == "/v1/tables/{id}/host" {
            // Its host stays the host.
            let back = json!({"player": self.known.host});
            self.players[2].put(&format!("{}/host", self.path), back).await.ok();
        }
    }

    /// From now on the viewer is a player who is signed in, on two devices, and does not sit at the table.
    pub async fn look_as_a_guest(&mut self) {
        let code = self.newcomer.post("/v1/me/device-codes", Value::Null).await.created();
        let code = json!({"code": code["code"]});
        self.server.anonymous().post("/v1/sessions/device-code", code).await.created();
        let sign_ins = self.newcomer.get("/v1/me/sign-ins").await.ok();
        let mut sign_ins = sign_ins["sign_ins"].as_array().unwrap().iter();
        let other = sign_ins.find(|sign_in| sign_in["current"] == false).unwrap();
        other["id"].as_str().unwrap().clone_into(&mut self.known.sign_in);
        self.known.names_account = true;
        self.viewer = self.newcomer.clone();
    }
}
